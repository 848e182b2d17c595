package language

// isoCodes are the codes of ISO 639-1.
const isoCodes = `aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
	en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka
	kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nd ne ng nl no nr
	nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th
	ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`

// aliases are other names of languages: withdrawn codes, three-letter
// codes, names, and country codes that sites mistake for languages. The two
// written forms of Norwegian are one language here.
const aliases = `nb=no nn=no iw=he in=id ji=yi mo=ro jp=ja cn=zh eng=en deu=de ger=de fra=fr fre=fr spa=es ita=it por=pt nld=nl
	dut=nl swe=sv dan=da nor=no nob=no nno=no fin=fi pol=pl ces=cs cze=cs slk=sk slo=sk hun=hu ron=ro rum=ro hrv=hr srp=sr slv=sl tur=tr
	rus=ru ukr=uk bul=bg ell=el gre=el est=et lav=lv lit=lt jpn=ja zho=zh chi=zh kor=ko ara=ar heb=he hin=hi fas=fa per=fa vie=vi tha=th
	ind=id msa=ms may=ms cat=ca isl=is ice=is english=en german=de deutsch=de french=fr français=fr spanish=es español=es italian=it
	italiano=it portuguese=pt português=pt dutch=nl nederlands=nl swedish=sv svenska=sv danish=da dansk=da norwegian=no norsk=no
	finnish=fi suomi=fi polish=pl polski=pl russian=ru japanese=ja chinese=zh korean=ko arabic=ar turkish=tr`

// commonWords has a line for each language: its code, then words that are
// frequent in it and rare in its neighbours, or simply very frequent.
const commonWords = `en the of and to in that is was for on with as by his from they are have not this which be at has were had their been said who will would
de der die das und ist nicht mit den von zu auf für im ein eine dem des sich auch als wird sind werden bei nach wurde aus hat über
fr le la les des et est une dans pour que qui sur par avec pas plus sont au du ce cette il elle mais ont aux été être
es el la los las que y en del por con para una se como más pero sus fue este ha al lo son también según esta de un a no es su entre sobre desde años hasta donde
it il di che la per un una sono del della con non le nel alla gli dei anche più come ha dal questo delle è stato
pt o a e é que de do da em para com não uma os no na por mais as dos como foi ao se são pelo pela também ele das
nl de het een van en is dat op voor zijn met niet die aan er ook bij naar uit door wordt heeft maar om als
sv och att det som på är av för med den till inte har om ett från men vi kan ska efter vid också var sig
da og at det er på af til en den med for ikke har som de der et men om vi fra kan efter sig også blev
no og i det på er som av til en for med at har ikke den de om et fra men vi også ble etter seg kan
fi ja on ei että se oli mutta myös hän ovat kun kuin joka mukaan tai sen ole niin vuoden jo nyt olla voi sekä
pl w i na z do się nie jest że to o jak po co dla od przez za są ale przy oraz który także jego
cs a se v na je že s z do o by jako pro ve k si ale od jsou který podle také jeho byl už
sk a sa v na je že s z do o by ako pre vo k si ale od sú ktorý podľa tiež jeho bol už
hu a az és hogy nem is egy ez meg volt de azt már csak el még mint szerint vagy után ki amely lesz minden
ro și de în la a cu pe nu din că care este pentru un o sunt mai fost prin dar după sau al ale lui
hr i je u na se da su za od koji s a o kao što će to iz ali ili bi nije kako te samo
sl in je v na se da so za od ki s pa o kot z bi to ne tudi pri po iz ali še bil
tr ve bir bu için ile da de olarak çok olan daha gibi sonra kadar ancak ise oldu ne en her olduğu göre ama
id yang dan di dengan untuk dari ini dalam tidak itu pada akan ke juga adalah telah oleh karena kami bisa sudah mereka saat tersebut hingga kata sebagai menjadi
ms yang dan di dengan untuk dari ini dalam tidak itu pada akan ke juga adalah telah oleh kerana kami boleh sudah mereka ialah beliau
vi và của là có được cho không trong một các những với đã người này khi để về đến từ ở tại theo bị nhiều năm ông bà ra vào do cũng trên phải nhưng như nên sau
et ja on ei et oli ka see kui ta mis aga oma kes või selle ning nii siis seda veel pärast eesti
lv un ir ka no ar par uz tas kas bet arī vai nav lai pēc gada kā šo viņš bija tiek kuru
lt ir kad yra su iš į buvo tai kaip bet ne už apie po jis nuo per dėl metų savo taip gali
ca el la de que i els les en un una amb per del als no és ha han més però també aquest seva dels aquesta fins molt tots va
is og að í er á sem til um við en því það ekki var frá með hann fyrir eru hafa verið þess
sq dhe të në e për një me nga që më është si do kjo nuk ka edhe ishte por këtë ai janë
eu eta da ez bat dute du dira ere izan zen baina den egin dira baino beste hau egiten
gl e o a de que en do da os as un unha non para con no na por máis polo pola tamén foi
sw na ya wa kwa ni katika za la kuwa huo hiyo alisema hii cha kama wake hilo watu serikali baada
af die en van in is het nie vir dat om te met wat op hy sy aan was ook word deur maar
ga agus an na ar go is sa don le ag bhí nach tá atá mar seo sin ní
cy y yn a i o ar mae yr am ei wedi gan fod bod hyn oedd ac hefyd
tl ang ng sa na mga at ay ni kay para ito siya hindi niya nang mula kung din ayon
zu ukuthi futhi kodwa ngoba uma lokhu kanye nokuthi abantu emva ukuba
lb an de den déi ass vun eng mat fir net op och dat an der huet sinn ginn
fo og at í er á sum til um við ikki var frá hevur eisini teir verið
ru и в не на что с по как это он из но за для от его так было о к а же все до был
uk і в не на що з та за до як це від для його про у але був або які є після також
bg и на в за от се да с не че по е са като до но при ще беше със това или
sr и у је на се да за од су са о који као што ће то из али није или
mk и на во за од се да со не дека по е како но тоа кои при или ќе беше
be і ў на не што з па як для да ён гэта але яго быў ад пра за
kk және бұл мен үшін деп бар бойынша болып де да ол бір осы
mn нь бол байна энэ болон юм гэж байгаа тухай нэг
ar في من على إلى أن عن التي مع هذا الذي هذه كان ما لا وقد بعد قال بين كما
fa در به از که این را با است برای آن یک می های خود شده بر تا کرد هم
ur کے میں کی ہے کا اور سے نے کو کہ پر اس ہیں یہ کر تھا بھی گیا
hi के में की है को से का और ने पर कि यह हैं भी नहीं इस एक लिए गया
mr आणि आहे या ते हे च्या तर की नाही होते केले यांनी असे होता
ne को र मा छ ले का लागि पनि यो गरेको भएको छन् हो तथा
`

package date

// monthNames has a line for each language, and in it the names of the twelve
// months with their usual short and declined forms.
const monthNames = `january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec
januar|jänner|jan februar|feb|feber märz|mär|mrz april mai juni juli august september oktober|okt november dezember|dez
janvier|janv février|févr|fév|fevrier mars avril|avr mai juin juillet|juil août|aout septembre octobre novembre décembre|déc|decembre
enero|ene febrero marzo abril|abr mayo junio julio agosto|ago septiembre|setiembre|set octubre noviembre diciembre|dic
gennaio|gen febbraio marzo aprile maggio|mag giugno|giu luglio|lug agosto settembre ottobre|ott novembre dicembre
janeiro fevereiro|fev março|marco abril maio|mai junho julho agosto setembro outubro|out novembro dezembro
januari februari maart|mrt april mei juni juli augustus september oktober november december
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts|mars april maj|mai juni juli august september oktober november december|des|desember
tammikuuta|tammikuu helmikuuta|helmikuu maaliskuuta|maaliskuu huhtikuuta|huhtikuu toukokuuta|toukokuu kesäkuuta|kesäkuu heinäkuuta|heinäkuu elokuuta|elokuu syyskuuta|syyskuu lokakuuta|lokakuu marraskuuta|marraskuu joulukuuta|joulukuu
stycznia|styczeń|sty lutego|luty|lut marca|marzec kwietnia|kwiecień|kwi maja|maj czerwca|czerwiec|cze lipca|lipiec|lip sierpnia|sierpień|sie września|wrzesień|wrz października|październik|paź listopada|listopad|lis grudnia|grudzień|gru
ledna|leden února|únor března|březen dubna|duben května|květen června|červen července|červenec srpna|srpen září října|říjen listopadu prosince|prosinec
januára|január februára|február marca|marec apríla|apríl mája|máj júna|jún júla|júl augusta septembra októbra|október novembra decembra
január február március|márc április|ápr május|máj június|jún július|júl augusztus szeptember október november december
ianuarie|ian februarie martie aprilie mai iunie|iun iulie|iul august septembrie octombrie noiembrie|noi decembrie
siječnja|siječanj veljače|veljača ožujka|ožujak travnja|travanj svibnja|svibanj lipnja|lipanj srpnja|srpanj kolovoza|kolovoz rujna|rujan listopada studenoga|studeni prosinca|prosinac
januara februara marta|mart aprila maja juna jula avgusta|avgust septembra oktobra|oktobar novembra|novembar decembra|decembar
январь|января|янв февраль|февраля|фев март|марта|мар апрель|апреля|апр май|мая июнь|июня|июн июль|июля|июл август|августа|авг сентябрь|сентября|сен|сент октябрь|октября|окт ноябрь|ноября|ноя|нояб декабрь|декабря|дек
січень|січня лютий|лютого березень|березня квітень|квітня травень|травня червень|червня липень|липня серпень|серпня вересень|вересня жовтень|жовтня листопад|листопада грудень|грудня
януари февруари март април май юни юли август септември октомври ноември декември
јануар|јануара фебруар|фебруара март|марта април|априла мај|маја јун|јуна јул|јула август|августа септембар|септембра октобар|октобра новембар|новембра децембар|децембра
ιανουάριος|ιανουαρίου|ιαν φεβρουάριος|φεβρουαρίου|φεβ μάρτιος|μαρτίου|μαρ απρίλιος|απριλίου|απρ μάιος|μαΐου|μαϊ ιούνιος|ιουνίου|ιουν ιούλιος|ιουλίου|ιουλ αύγουστος|αυγούστου|αυγ σεπτέμβριος|σεπτεμβρίου|σεπ οκτώβριος|οκτωβρίου|οκτ νοέμβριος|νοεμβρίου|νοε δεκέμβριος|δεκεμβρίου|δεκ
ocak|oca şubat|şub mart nisan|nis mayıs haziran|haz temmuz|tem ağustos|ağu eylül|eyl ekim|eki kasım|kas aralık|ara
januari februari|pebruari maret april mei juni juli agustus|agu september oktober|okt november|nop desember
jaanuar|jaanuari veebruar|veebruari märts|märtsi aprill|aprilli mai juuni juuli august|augusti september|septembri oktoober|oktoobri november|novembri detsember|detsembri
janvāris|janvārī februāris|februārī marts|martā aprīlis|aprīlī maijs|maijā jūnijs|jūnijā jūlijs|jūlijā augusts|augustā septembris|septembrī oktobris|oktobrī novembris|novembrī decembris|decembrī
sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
يناير|كانونالثاني فبراير|شباط مارس|آذار أبريل|إبريل|ابريل|نيسان مايو|أيار يونيو|حزيران يوليو|تموز أغسطس|اغسطس|آب سبتمبر|أيلول أكتوبر|اكتوبر نوفمبر ديسمبر
בינואר|ינואר בפברואר|פברואר במרץ|מרץ באפריל|אפריל במאי|מאי ביוני|יוני ביולי|יולי באוגוסט|אוגוסט בספטמבר|ספטמבר באוקטובר|אוקטובר בנובמבר|נובמבר בדצמבר|דצמבר
जनवरी फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर नवंबर|नवम्बर दिसंबर|दिसम्बर
xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro
urtarrilaren|urtarrila otsailaren|otsaila martxoaren|martxoa apirilaren|apirila maiatzaren|maiatza ekainaren|ekaina uztailaren|uztaila abuztuaren|abuztua irailaren|iraila urriaren|urria azaroaren|azaroa abenduaren|abendua
januari februari mac april mei jun julai ogos september oktober november disember
januarie februarie maart april mei junie julie augustus september oktober november desember
januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba
janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor
yanvar fevral mart aprel may iyun iyul avqust|avgust sentyabr|sentabr oktyabr|oktabr noyabr dekabr
қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан
јануари февруари март април мај јуни јули август септември октомври ноември декември
հունվարի փետրվարի մարտի ապրիլի մայիսի հունիսի հուլիսի օգոստոսի սեպտեմբերի հոկտեմբերի նոյեմբերի դեկտեմբերի
იანვარი|იანვარს თებერვალი|თებერვალს მარტი|მარტს აპრილი|აპრილს მაისი|მაისს ივნისი|ივნისს ივლისი|ივლისს აგვისტო|აგვისტოს სექტემბერი|სექტემბერს ოქტომბერი|ოქტომბერს ნოემბერი|ნოემბერს დეკემბერი|დეკემბერს
جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर
जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर
জানুয়ারি|জানুয়ারি ফেব্রুয়ারি|ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ|ઓગસ્ટ સપ્ટેમ્બર ઑક્ટોબર|ઓક્ટોબર નવેમ્બર ડિસેમ્બર
ਜਨਵਰੀ ਫ਼ਰਵਰੀ|ਫਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ
ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்
జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జూలై|జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్
ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್
ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ്|മെയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค
`

// solarMonths are the months of the calendar that Iran counts in.
const solarMonths = `فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند`

// zoneNames are the usual abbreviations of time zones, in hours east of UTC.
// Where two countries share one, the more widely read wins.
const zoneNames = `z=0 utc=0 gmt=0 wet=0 west=1 bst=1 cet=1 mez=1 cest=2 mesz=2 eet=2 eest=3 msk=3 trt=3
	est=-5 edt=-4 et=-5 cst=-6 cdt=-5 mst=-7 mdt=-6 pst=-8 pdt=-7 akst=-9 akdt=-8 hst=-10 ast=-4 adt=-3 nst=-3.5
	brt=-3 art=-3 clt=-4 ist=5.5 pkt=5 wib=7 sgt=8 hkt=8 awst=8 jst=9 kst=9 acst=9.5 aest=10 aedt=11 nzst=12 nzdt=13 sast=2 wat=1 eat=3`

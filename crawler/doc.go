// Package crawler finds the pages of news sites and fetches them.
//
// In: tasks (one URL each) leased from the Frontier; they come from the sites'
// seeds, and from what is found at them: feeds, sitemaps and same-site links.
// What these are visited for is news, URLs that were not known: a home page,
// feed or sitemap that brings some is visited often, and the others rarely. A
// fresh page is visited again a few times, and later when a feed or a news
// sitemap says that it has changed, or while it stands on a home page; if it
// brings news then, as the front of a section does, it is visited on and on.
//
// Out: each HTML page that was fetched and may be used, transcoded to UTF-8,
// is published as a winnowv1.Page.
//
// Delivery is at least once: a page's publication is acknowledged before its
// task is finished, so a process that dies in between leaves a lease that runs
// out, and the page is fetched again. The idempotence key is Page.page_id, the
// hash of URL and content. Order: of the tasks that are due on a host, the
// highest priority goes first; between hosts there is none.
//
// Politeness: a host has one request at a time, and the next no earlier than
// the largest of the configured delay, the site's and robots.txt's. The
// frontier keeps the turns, so this holds across workers and processes.
// robots.txt (RFC 9309) takes a turn of its own before the first task of a
// host. A host that does not serve, or disallows everything, is left alone,
// longer each time.
//
// The subpackages are pure: robots, sitemap, feed and link read files, charset
// decodes; fetch does one guarded request.
package crawler

/** Every page that is the same for everybody, and its heading. */
export const readable: Record<string, RegExp> = {
  '/resources/returns-exchanges': /returns/i,
  '/resources/Warranty': /warranty/i,
  '/resources/size-guide': /size guide/i,
  '/about_us/about_damson_jewels': /made once/i,
  '/about_us/careers': /careers/i,
  '/about_us/site_map': /site map/i,
  '/terms-and-conditions': /terms/i,
  '/privacy-policy': /privacy/i,
  '/cookies-settings': /cookie/i,
  '/contact': /glad to help/i,
  '/no/such/page': /could not be found/i,
  '/': /damson/i,
}

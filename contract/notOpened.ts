/** The title of whatever stands in for a page that failed: made by the browser, by the server, or by neither. */
export const notOpened = 'This page could not be opened'

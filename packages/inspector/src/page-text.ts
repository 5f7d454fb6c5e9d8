/**
 * The page as one HTML text, with its style and its script. This file is replaced where it is loaded, by the build and by the
 * tests: see scripts/inspector-page.mjs.
 */
export const pageHtml: string = '';

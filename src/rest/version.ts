/** The package's version; a test keeps it in step with package.json. */
export const version = '0.1.0';

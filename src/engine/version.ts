/** The name and version that verdicts carry; a test holds it equal to package.json. */
export const ENGINE = 'holdpoint 0.1.0';

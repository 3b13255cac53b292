/**
 * Are the texts of errors and the warnings in this build? Yes, but for the files in dist/production, which
 * scripts/production.js makes: there it is `false`, and what depends on it is not in the files. An error then has its
 * code and the names that it got, and nothing warns.
 */
export const DEV: boolean = true;

/** The types of the plugin. `npm run build` puts their text in place of this declaration: who installs the compiler has no plugin. */
export type * from 'babel-plugin-threads';

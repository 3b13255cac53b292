import type { PluginObj, types as t } from '@babel/core';

/**
 * Changes `import './door.tsx'` to `import './door.jsx'`, the name of the compiled file. Babel's preset would change it
 * to `.js`.
 */
export const jsxImports: PluginObj = {
  name: 'spindle-jsx-imports',
  visitor: {
    Program({ node }) {
      for (const statement of node.body) if ('source' in statement && statement.source) rename(statement.source);
    },
    CallExpression({ node }) {
      if (node.callee.type === 'Import') rename(node.arguments[0]);
    },
    ImportExpression({ node }) {
      rename(node.source);
    },
  },
};

function rename(source: t.Node | undefined): void {
  if (source?.type !== 'StringLiteral' || !/^\.\.?\/.*\.tsx$/.test(source.value)) return;
  source.value = source.value.replace(/tsx$/, 'jsx');
  delete source.extra;
}

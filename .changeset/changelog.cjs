/** Lines of a CHANGELOG.md, for people who use a package: without the names of commits, and one line for all that changed below it. */
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async (changesets, updated) =>
    updated.length === 0
      ? ''
      : `- Works with ${updated.map(({ name, newVersion }) => `${name} ${newVersion}`).join(', ')}.`,
};

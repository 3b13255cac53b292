import { checkTool } from '../../src/init/check.js';
import { Project } from '../project.js';

const project = new Project({});
afterAll(() => project.remove());

test.each([
  ['Vite', 'vite'],
  ['Babel', '@babel/core'],
] as const)('%s that is not installed: npm install comes first', async (tool, name) => {
  const said = await checkTool({ tool, file: undefined }, project.folder);
  expect(said).toContain(`Cannot find package '${name}'`);
  expect(said).toMatch(/[^.]\. Run `npm install` first\.$/);
});

export { main } from './main.js';
export { TEMPLATES, writeProject } from './project.js';
export type { Project, TemplateName } from './project.js';

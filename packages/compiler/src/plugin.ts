/** The types of the plugin. In the published package the types themselves stand here: see scripts/bundle-compiler.js. */
export type {
  Diagnostic,
  FrameWait,
  FunctionReport,
  PauseReport,
  SpindleReport,
  ThreadsOptions,
} from 'babel-plugin-threads';

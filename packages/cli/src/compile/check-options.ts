import * as babel from '@babel/core';
import threads from 'babel-plugin-threads';
import type { Config, PluginOptions } from '../config.js';
import { notCompiled, Problems } from '../errors.js';
import { babelOptions } from './babel-options.js';

interface Given {
  config: Config;
  runtimeGlobal: string | undefined;
  cwd: string;
}

/**
 * The plugin validates its options each time it is created. They are validated here once, so that a wrong option is not
 * reported for each file. The options of the file are validated without those of the command line, so that the message
 * names the right source.
 */
export function checkOptions({ config, runtimeGlobal, cwd }: Given): PluginOptions {
  check(config.options, config.file ?? 'options of the plugin');
  if (runtimeGlobal === undefined) return config.options;
  const options = { ...config.options, runtime: { ...config.options.runtime, global: runtimeGlobal } };
  check(options, '--runtime-global');
  return options;

  function check(given: PluginOptions, origin: string): void {
    try {
      babel.transformSync('', {
        ...babelOptions('options.mjs', { cwd, colour: false, sourceType: 'module' }),
        plugins: [[threads, given]],
      });
    } catch (error) {
      const fact = (error as Error).message
        .replace(/^\[BABEL\] .*?options\.mjs: /, '')
        .replace(/ \(While processing: .*\)$/s, '');
      throw new Problems([notCompiled({ file: origin }, fact)]);
    }
  }
}

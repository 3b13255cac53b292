import { transform, type TransformOptions } from '@spindle/compiler';
import type { Config } from '../config.js';
import { notCompiled, Problems } from '../errors.js';

interface Given {
  config: Config;
  runtimeGlobal: string | undefined;
}

/**
 * They are validated once, so that a wrong option is not reported for each file; those of the file without those of the command line, so that the message
 * names the right source.
 */
export function checkOptions({ config, runtimeGlobal }: Given): TransformOptions {
  check(config.options, config.file ?? 'options of the plugin');
  if (runtimeGlobal === undefined) return config.options;
  const options = { ...config.options, runtime: { ...config.options.runtime, global: runtimeGlobal } };
  check(options, '--runtime-global');
  return options;

  function check(given: TransformOptions, origin: string): void {
    try {
      transform('', given);
    } catch (error) {
      throw new Problems([notCompiled({ file: origin }, (error as Error).message)]);
    }
  }
}

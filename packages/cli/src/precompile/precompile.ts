import { Problems, type Finding } from '../errors.js';
import { build, type BuildRequest } from './build.js';

/** One run of the command. Gives whether it went well. */
export async function precompile(request: BuildRequest): Promise<boolean> {
  const warnings: Finding[] = [];
  try {
    const { outcome } = await build(request, warnings);
    request.report.done(outcome);
    return true;
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    request.report.failed(error.list, warnings);
    return false;
  }
}

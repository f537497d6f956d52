import { resolve } from 'node:path'

/**
 * A path as an operator gave it to a command, relative to where the operator stands: npm runs commands in the folder of the
 * project, and tells the other one in INIT_CWD, as does scripts/run.mjs.
 */
export const givenPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path)

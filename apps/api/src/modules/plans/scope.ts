import type { Context } from '../../context.ts'
import type { DesignFiles } from './design-files.ts'

/** Dependencies of the use cases of project plans. */
export interface Scope extends Pick<Context, 'db' | 'eventLog'> {
  designFiles: DesignFiles
}

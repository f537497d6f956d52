import type { Context } from '../../context.ts'
import type { Decisions } from '../decisions/service.ts'
import type { DesignFiles } from './design-files.ts'

/** Dependencies of the use cases of project plans. */
export interface Scope extends Pick<Context, 'db' | 'eventLog'> {
  decisions: Decisions
  designFiles: DesignFiles
}

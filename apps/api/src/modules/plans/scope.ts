import type { Context } from '../../context.ts'
import type { Messages } from '../messages/service.ts'
import type { DesignFiles } from './design-files.ts'

/** Dependencies of the use cases of project plans. */
export interface Scope extends Pick<Context, 'db'> {
  designFiles: DesignFiles
  messages: Pick<Messages, 'send'>
}

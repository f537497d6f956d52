import type { Context } from '../../context.ts'
import type { createLinks } from './links.ts'
import type { createMediaTypes } from './media-types.ts'
import type { createStaging } from './staging.ts'

/** What the use cases of files work with. */
export interface Scope extends Pick<Context, 'db' | 'storage' | 'log'> {
  staging: ReturnType<typeof createStaging>
  links: ReturnType<typeof createLinks>
  mediaTypes: ReturnType<typeof createMediaTypes>
}

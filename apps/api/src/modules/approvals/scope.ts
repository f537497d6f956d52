import type { Context } from '../../context.ts'
import type { Notices } from '../notices/service.ts'
import type { Registry } from './kinds.ts'

export interface Scope extends Pick<Context, 'db' | 'clock' | 'eventLog' | 'log'> {
  notices: Pick<Notices, 'calendar'>
  registry: Registry
}

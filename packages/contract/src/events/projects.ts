import { changesOf } from './records.ts'

export const projectEvents = changesOf('project')

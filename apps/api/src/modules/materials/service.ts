import type { Context } from '../../context.ts'
import { executorSheet, materialSheet, reviewSheet, supervisorSheet } from './export-columns.ts'
import { executorRecords } from './executor-records.ts'
import { materialReviews } from './material-reviews.ts'
import { meetingMaterials } from './meeting-materials.ts'
import { createRecords } from './records.ts'
import type { Modules } from './scope.ts'
import { supervisorRecords } from './supervisor-records.ts'

// The invoices module uses these exports to serve its own kind of record in the same way.
export { meeting, tail, type MaterialSheet } from './export-columns.ts'
export { describeKind } from './kind.ts'
export { bindRecords } from './record-routes.ts'
export { createRecords } from './records.ts'
export { abilitiesOn, mayChange } from './policy.ts'
export { deleteRecords, insertRecord, lockRecords } from './repository.ts'
export type { Complete, Modules } from './scope.ts'

/** The four kinds of meeting records other than invoices. */
export function createMaterials(context: Context, modules: Modules) {
  return {
    materialReviews: createRecords(context, modules, materialReviews, reviewSheet),
    executorRecords: createRecords(context, modules, executorRecords, executorSheet),
    meetingMaterials: createRecords(context, modules, meetingMaterials, materialSheet),
    supervisorRecords: createRecords(context, modules, supervisorRecords, supervisorSheet),
  }
}

export type Materials = ReturnType<typeof createMaterials>

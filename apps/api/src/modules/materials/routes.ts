import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { Bind } from '../../domain/bind.ts'
import { bindRecords } from './record-routes.ts'
import type { Materials } from './service.ts'

export function bindMaterials(on: Bind, materials: Materials): void {
  bindRecords(on, materialRoutes.meetingAuditLog, materials.materialReviews)
  bindRecords(on, materialRoutes.meetingExecutor, materials.executorRecords)
  bindRecords(on, materialRoutes.meetingMaterial, materials.meetingMaterials)
  bindRecords(on, materialRoutes.meetingSupervisor, materials.supervisorRecords)
}

import { materialEvents } from '@consilium/contract/events/materials.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { describeKind } from './kind.ts'

export const meetingMaterials = describeKind(materialRoutes.meetingMaterial, 'meeting_material', {
  columns: {
    materialType: 'material_type',
    title: 'title',
    description: 'description',
    attachments: 'attachments',
  },
  filters: { materialType: 'equals', title: 'contains', description: 'contains' },
  period: null,
  fileField: 'attachments',
  keptByCreator: false,
  events: materialEvents.meetingMaterial,
})

import { materialEvents } from '@consilium/contract/events/materials.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { describeKind } from './kind.ts'

export const materialReviews = describeKind(materialRoutes.meetingAuditLog, 'meeting_audit_log', {
  columns: {
    auditItem: 'audit_item',
    auditResult: 'audit_result',
    auditOpinion: 'audit_opinion',
    auditTime: 'audit_time',
    attachments: 'attachments',
  },
  filters: { auditItem: 'contains', auditResult: 'equals', auditOpinion: 'contains' },
  period: 'auditTime',
  fileField: 'attachments',
  keptByCreator: true,
  events: materialEvents.meetingAuditLog,
})

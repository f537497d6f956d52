import { materialEvents } from '@consilium/contract/events/materials.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { describeKind } from './kind.ts'

export const supervisorRecords = describeKind(materialRoutes.meetingSupervisor, 'meeting_supervisor_record', {
  columns: {
    supervisorName: 'supervisor_name',
    supervisionTime: 'supervision_time',
    supervisionMode: 'supervision_mode',
    findings: 'findings',
    conclusion: 'conclusion',
    attachments: 'attachments',
  },
  filters: {
    supervisorName: 'contains',
    supervisionMode: 'equals',
    findings: 'contains',
    conclusion: 'equals',
  },
  period: 'supervisionTime',
  fileField: 'attachments',
  keptByCreator: true,
  events: materialEvents.meetingSupervisor,
})

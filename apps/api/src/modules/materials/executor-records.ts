import { materialEvents } from '@consilium/contract/events/materials.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { describeKind } from './kind.ts'

export const executorRecords = describeKind(materialRoutes.meetingExecutor, 'meeting_executor_record', {
  columns: {
    taskName: 'task_name',
    personName: 'person_name',
    phone: 'phone',
    workContent: 'work_content',
    workTime: 'work_time',
    attachments: 'attachments',
  },
  filters: { taskName: 'contains', personName: 'contains', phone: 'contains', workContent: 'contains' },
  period: 'workTime',
  fileField: 'attachments',
  keptByCreator: false,
  events: materialEvents.meetingExecutor,
})

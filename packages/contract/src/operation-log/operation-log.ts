import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

export const OperationLog = z
  .object({
    operId: f.id,
    operation: z.string().meta({ description: 'Operation: module and action', example: 'project.create' }),
    summary: z.string(),
    userId: f.id.nullable(),
    userName: z.string().nullable(),
    target: z.string().nullable().meta({ description: 'Ids from the path or the body' }),
    httpStatus: z.int(),
    error: z.string().nullable(),
    ip: z.string().nullable(),
    requestId: z.string(),
    operTime: z.string(),
  })
  .meta({ id: 'OperationLog' })
export type OperationLog = z.infer<typeof OperationLog>

export const OPERATION_LOG_COLUMNS = ['operId', 'operTime', 'operation'] as const
export const OperationLogQuery = f.listQuery(
  {
    operation: f.searchText.optional(),
    userName: f.searchText.optional(),
    userId: f.queryId.optional(),
    error: f.searchText.optional(),
    requestId: f.searchText.optional(),
    target: f.searchText
      .optional()
      .meta({ description: 'One id as an entry names it', example: 'projectId=12' }),
  },
  OPERATION_LOG_COLUMNS,
)
export type OperationLogQuery = z.output<typeof OperationLogQuery>

export const operationLogRoutes = {
  list: {
    method: 'GET',
    path: '/system/operLog/list',
    access: ['admin'],
    tag: 'Operation log',
    summary: 'List the operation log: who did what, when and with which result',
    query: OperationLogQuery,
    answer: page(OperationLog),
  },
  operations: {
    method: 'GET',
    path: '/system/operLog/operations',
    access: ['admin'],
    tag: 'Operation log',
    summary: 'The operations that the log records, to filter by',
    answer: data(z.array(z.object({ value: z.string(), label: z.string() }))),
  },
  export: {
    method: 'POST',
    path: '/system/operLog/export',
    access: ['admin'],
    tag: 'Operation log',
    summary: 'Export the operation log as an XLSX file, with the filters of the list',
    body: exportBody(OperationLogQuery),
    answer: file(XLSX),
  },
} as const satisfies RouteTable

import { z } from 'zod'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { said } from '../words.ts'

export const VIEW_NAME_MAX = 40
export const VIEWS_OF_LIST_MAX = 20
export const VIEWS_OF_ACCOUNT_MAX = 200
/** Filters, order and page size of a view, as the query of an address. */
export const VIEW_QUERY_MAX_BYTES = 4096
export const VIEW_COLUMNS_MAX = 60
const COLUMN_KEY_MAX = 60
const LIST_NAME_MAX = 40

const list = z
  .string()
  .max(LIST_NAME_MAX)
  .regex(/^[a-z][a-z0-9-]*$/, said('列表名称无效', 'Not the name of a list'))
  .meta({ description: 'Name of the list that the view is of', example: 'experts' })
const name = f.text(VIEW_NAME_MAX).meta({ description: 'Name of the view', example: '待审核' })

/** An encoded query is ASCII, so that its characters are its bytes. */
const query = z
  .string()
  .max(VIEW_QUERY_MAX_BYTES)
  .regex(/^[!-~]*$/, said('须为编码后的查询字符串', 'Must be an encoded query'))
  .meta({
    description: 'Filters, order and page size, encoded as in the address of the list',
    example: 'auditStatus=pending&pageSize=50',
  })
const columns = z
  .array(f.text(COLUMN_KEY_MAX))
  .max(VIEW_COLUMNS_MAX)
  .meta({ description: 'Keys of the columns that the view shows', example: ['name', 'unit'] })

export const ListView = z
  .object({
    viewId: f.id,
    list,
    name,
    query,
    columns,
    createTime: z.string(),
  })
  .meta({ id: 'ListView' })
export type ListView = z.infer<typeof ListView>

const ListViewCreate = z.strictObject({ list, name, query, columns })
export type ListViewCreate = z.output<typeof ListViewCreate>

const ListViewUpdate = z.strictObject({
  viewId: f.id,
  name: name.optional(),
  query: query.optional(),
  columns: columns.optional(),
})
export type ListViewUpdate = z.output<typeof ListViewUpdate>

const ListViews = z
  .object({ views: z.array(ListView).meta({ description: 'In the order in which they were saved' }) })
  .meta({ id: 'ListViews' })

const tag = 'List views'

export const listViewRoutes = {
  list: {
    method: 'GET',
    path: '/account/listView/list',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'The views that the caller has saved of a list',
    query: z.strictObject({ list }),
    answer: data(ListViews),
  },
  create: {
    method: 'POST',
    path: '/account/listView',
    target: ['viewId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Save filters, order and columns of a list under a name, for the caller alone',
    body: ListViewCreate,
    answer: data(ListView),
    errors: ['VIEW_NAME_TAKEN', 'TOO_MANY_VIEWS'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/account/listView',
    target: ['viewId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: "Rename one of the caller's views, or replace what it holds",
    body: ListViewUpdate,
    answer: data(ListView),
    errors: ['NOT_FOUND', 'VIEW_NAME_TAKEN'],
  },
  remove: {
    method: 'DELETE',
    path: '/account/listView/{viewId}',
    target: ['viewId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: "Delete one of the caller's views",
    params: z.object({ viewId: f.queryId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable

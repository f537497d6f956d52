import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'

/** What lists are read from: a database of Kysely, or a transaction on it. */
export interface Database extends QueryExecutorProvider {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

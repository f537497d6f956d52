import type { OperationLog } from '@consilium/contract/operation-log/operation-log.ts'

const FIRST_FAILURE = 400

export const hasSucceeded = ({ httpStatus, error }: OperationLog): boolean =>
  error === null && httpStatus < FIRST_FAILURE

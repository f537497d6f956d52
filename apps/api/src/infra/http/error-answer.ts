import {
  errorCatalogue,
  errorCode,
  errorMessage,
  type ErrorName,
  type Language,
} from '@consilium/contract/errors.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { inUseText } from '@consilium/contract/in-use.ts'
import { firstIssues } from '@consilium/contract/issues.ts'
import type { z } from 'zod'
import { isDatabaseBusy } from '../db/faults.ts'
import { StorageUnavailable } from '../storage/guarded-storage.ts'
import { SealBroken } from '../keys/keys.ts'
import { Refusal } from '../refusal.ts'

/** Thrown if the input does not match the contract. */
export class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('Invalid input')
    this.issues = issues
  }
}

const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
  FST_FILES_LIMIT: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/**
 * What the system says where a file cannot be written for now: its disk is full, read-only or broken, or this process or the
 * machine has as many files open as it may. Uploads are received on a disk.
 */
const FILE_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

const isFileFault = (error: Error & { code?: string; syscall?: string }): boolean =>
  error.syscall !== undefined && FILE_FAULTS.has(error.code ?? '')

/** Maps an error to a refusal; undefined for internal errors. */
export function refusalOf(error: Error & { code?: string; statusCode?: number }): ErrorName | undefined {
  if (error instanceof Refusal) return error.error
  if (error instanceof SealBroken) return 'SEALED_VALUE_INVALID'
  if (error instanceof InvalidInput) return 'VALIDATION_FAILED'
  if (error instanceof StorageUnavailable || isFileFault(error)) return 'STORAGE_UNAVAILABLE'
  if (isDatabaseBusy(error)) return 'DATABASE_BUSY'
  const known = FRAMEWORK_ERRORS[error.code ?? '']
  if (known) return known
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? 'MALFORMED_REQUEST' : undefined
}

type Details = Pick<ErrorAnswer, 'details' | 'moreDetails'>

function detailsOf(error: Error, language: Language, message: string): Details {
  if (error instanceof InvalidInput) {
    const { details, more } = firstIssues(error.issues, language)
    return { details, ...(more ? { moreDetails: true } : {}) }
  }
  if (error instanceof Refusal && error.details.length > 0)
    return {
      details: error.details.map(({ field, words, inUse }) => ({
        field,
        message: inUse ? inUseText(inUse, language) : (words?.[language] ?? message),
        ...inUse,
      })),
    }
  return {}
}

/** Returns status and body of an error response. */
export function errorAnswer(
  error: Error,
  context: { language: Language; requestId: string },
): { status: number; name: ErrorName; body: ErrorAnswer } {
  const name = refusalOf(error) ?? 'INTERNAL_ERROR'
  const msg = errorMessage(name, context.language, error instanceof Refusal ? error.params : {})
  const body = {
    code: errorCode(name),
    msg,
    error: name,
    requestId: context.requestId,
    ...(errorCatalogue[name].warning ? { warning: true as const } : {}),
    ...(error instanceof Refusal && error.changedBy ? { changedBy: error.changedBy } : {}),
    ...detailsOf(error, context.language, msg),
  }
  return { status: errorCatalogue[name].status, name, body }
}

import type { Fault } from './fault.ts'

const FILES = 'apps/api/src/modules/files/files.test.ts'
const UPLOADS = 'apps/api/src/modules/files/uploads.test.ts'
const UNUSED = 'apps/api/test/operations/unused-uploads.test.ts'
const MEDIA_TYPES = 'apps/api/src/modules/files/media-types.ts'
const REPOSITORY = 'apps/api/src/modules/files/repository.ts'

/** Faults in sizes, kinds, names, owners, quotas and the use of uploads. */
export const UPLOAD_FAULTS: readonly Fault[] = [
  {
    id: 'SEC-28',
    means: 'a file may have 20 million bytes instead of 20 MiB',
    file: 'packages/contract/src/files/files.ts',
    from: 'export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024',
    to: 'export const UPLOAD_MAX_BYTES = 20 * 1000 * 1000',
    test: FILES,
  },
  {
    id: 'SEC-28',
    means: 'the end of a file that is a byte too large is cut off',
    file: 'apps/api/src/infra/http/uploads/upload-body.ts',
    from: "  if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')\n",
    to: '',
    test: FILES,
  },
  {
    id: 'SEC-28',
    means: 'all accounts share the bytes of a day',
    file: 'apps/api/src/infra/http/uploads/upload.ts',
    from: "counts.add(['uploads', userId], sumOf(arrived), UPLOAD_BYTES_PER_DAY)",
    to: "counts.add(['uploads', 0], sumOf(arrived), UPLOAD_BYTES_PER_DAY)",
    test: 'apps/api/test/every-route/anonymous.test.ts',
  },
  {
    id: 'COR-24',
    means: 'an account has nine uploads under way',
    file: 'apps/api/src/infra/http/uploads/upload-admission.ts',
    from: 'own >= AT_ONCE_OF_ACCOUNT',
    to: 'own > AT_ONCE_OF_ACCOUNT',
    test: UPLOADS,
  },
  {
    id: 'COR-24',
    means: 'HEIC pictures of the brand hevc are not scans',
    file: MEDIA_TYPES,
    from: "...['heic', 'heix', 'hevc', 'mif1', 'msf1']",
    to: "...['heic', 'heix', 'mif1', 'msf1']",
    test: UPLOADS,
  },
  {
    id: 'COR-24',
    means: 'XML with a byte order mark is no invoice',
    file: MEDIA_TYPES,
    from: "  { mediaType: XML, extension: 'xml', marks: [mark('\\xef\\xbb\\xbf<?xml')] },\n",
    to: '',
    test: UPLOADS,
  },
  {
    id: 'COR-24',
    means: 'every RIFF file is a picture',
    file: MEDIA_TYPES,
    from: "marks: [mark('RIFF'), mark('WEBP', 8)]",
    to: "marks: [mark('RIFF')]",
    test: UPLOADS,
  },
  {
    id: 'COR-24',
    means: 'the header of a PDF lies within 1,023 bytes',
    file: MEDIA_TYPES,
    from: 'const PDF_MARK_WITHIN = 1024',
    to: 'const PDF_MARK_WITHIN = 1023',
    test: UPLOADS,
  },
  {
    id: 'SEC-23',
    means: 'the ending makes a long name longer than a name may be',
    file: 'apps/api/src/modules/files/file-name.ts',
    from: 'slice(0, FILE_NAME_MAX - right.length)',
    to: 'slice(0, FILE_NAME_MAX)',
    test: FILES,
  },
  {
    id: 'SEC-23',
    means: 'a name keeps marks that reverse the direction of reading',
    file: 'apps/api/src/modules/files/file-name.ts',
    from: '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]',
    to: '[\\p{Cc}\\p{Zl}\\p{Zp}]',
    test: FILES,
  },
  {
    id: 'COR-24',
    means: 'a manager reads a document of the service without the log of its record',
    file: 'apps/api/src/modules/files/policy.ts',
    from: 'actor !== null && file.createUserId !== null && (keepsAllFiles',
    to: 'actor !== null && (keepsAllFiles',
    test: UPLOADS,
  },
  {
    id: 'COR-24',
    means: 'a record may refer to the upload of somebody else',
    file: 'apps/api/src/modules/files/policy.ts',
    from: '(keepsAllFiles(actor) ? undefined : actor.userId)',
    to: "(keepsAllFiles(actor) || actor.roleType !== 'expert' ? undefined : actor.userId)",
    test: UPLOADS,
  },
  {
    id: 'WEB-28',
    means: 'one upload becomes two pictures',
    file: 'apps/api/src/modules/files/copying.ts',
    from: '  if (!(await repository.deleteUnusedOf(within, fileId, actor.userId))) throw unknown(fileId, field)',
    to: '  await repository.deleteUnusedOf(within, fileId, actor.userId)',
    test: 'apps/api/src/modules/intents/public-pictures.test.ts',
  },
  {
    id: 'OPS-11',
    means: 'an upload is deleted although a record has come to refer to it',
    file: 'apps/api/src/modules/files/referring.ts',
    from: '  await repository.markUsed(within, added)\n',
    to: '',
    test: UNUSED,
  },
  {
    id: 'OPS-11',
    means: 'an upload that nobody uses is kept for three days',
    file: 'apps/api/src/modules/files/staging.ts',
    from: 'const UNUSED_KEPT_DAYS = 30',
    to: 'const UNUSED_KEPT_DAYS = 3',
    test: UNUSED,
  },
  {
    id: 'WEB-28',
    means: 'a picture is made from the upload of somebody else',
    file: REPOSITORY,
    from: 'sql<boolean>`file_id = ${fileId} and create_user_id = ${userId} and unused_since is not null and not personal`',
    to: 'sql<boolean>`file_id = ${fileId} and ${userId}::bigint is not null and unused_since is not null and not personal`',
    test: 'apps/api/src/modules/intents/public-pictures.test.ts',
  },
]

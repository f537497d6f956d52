/** Errors of the directory of clearing codes, a part of the catalogue in `errors.ts`. */
export const bankBranchErrors = {
  BRANCH_IMPORT_RUNNING: {
    status: 409,
    zh: '另一份联行号目录正在导入，请待其完成后再试',
    en: 'Another directory is being imported; try again once it is done',
  },
} as const

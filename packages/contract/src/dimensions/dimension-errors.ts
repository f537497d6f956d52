/** Errors of the dictionaries of sponsors, a part of the catalogue in `errors.ts`. */
export const dimensionErrors = {
  DIMENSION_CODE_TAKEN: {
    status: 409,
    zh: '编码“{code}”已被“{name}”使用',
    en: 'The code {code} is taken by {name}',
  },
  DIMENSION_FULL: {
    status: 409,
    zh: '每家申办方每类最多{max}项，请先删除不再使用的',
    en: 'A sponsor has at most {max} entries of each kind; delete those that are not used first',
  },
  DIMENSION_DISABLED: {
    status: 409,
    zh: '“{name}”已停用，不能再选用',
    en: '{name} is disabled and can no longer be chosen',
  },
  DIMENSION_BEYOND_PROJECT: {
    status: 409,
    zh: '项目已限定范围，“{name}”不在其中',
    en: 'The project is limited to others than {name}',
  },
  DIMENSION_NARROWED: {
    status: 409,
    zh: '项目的会议已选用“{name}”，请先修改这些会议',
    en: 'Meetings of the project have {name}; change them first',
  },
} as const

/** Errors of hospitals and their names, a part of the catalogue in `errors.ts`. */
export const hospitalErrors = {
  HOSPITAL_NAME_TAKEN: {
    status: 409,
    zh: '“{name}”已是医院“{hospital}”的名称或别名，如为同一家医院请合并',
    en: '"{name}" is already a name of {hospital}; merge them if they are the same hospital',
  },
  HOSPITAL_NAME_EMPTY: {
    status: 400,
    zh: '名称除括号和空格外须有文字',
    en: 'A name needs more than brackets and blanks',
  },
  HOSPITAL_CODE_TAKEN: {
    status: 409,
    zh: '该统一社会信用代码已属于医院“{hospital}”',
    en: 'This credit code already belongs to {hospital}',
  },
  HOSPITAL_CODES_DIFFER: {
    status: 409,
    zh: '名称与统一社会信用代码分别属于“{hospital}”和“{other}”，请先核对',
    en: 'The name belongs to {hospital} and the credit code to {other}; check them first',
  },
  HOSPITAL_MERGES_ITSELF: {
    status: 400,
    zh: '不能将医院与其自身合并',
    en: 'A hospital cannot be merged into itself',
  },
} as const

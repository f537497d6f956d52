/** Errors of labor agreements, a part of the catalogue in `errors.ts`. */
export const agreementErrors = {
  AGREEMENT_EXPERT_UNAPPROVED: {
    status: 409,
    zh: '专家资料尚未通过审核，审核通过后方可签署协议',
    en: 'The expert has not been approved yet; the agreement can be signed after approval',
  },
  AGREEMENT_MEETING_UNAPPROVED: {
    status: 409,
    zh: '会议尚未批准，批准后方可签署协议',
    en: 'The meeting has not been approved yet; the agreement can be signed after approval',
  },
  INVITATION_DECLINED: {
    status: 409,
    zh: '您已答复不参加本次会议，改为参加后方可签署协议',
    en: 'You have declined this meeting; the agreement can be signed after you accept',
  },
  MEETING_UNSCHEDULED: {
    status: 409,
    zh: '会议时间待定，确定后即可添加到日历',
    en: 'The meeting has no date yet; it can be added to a calendar once it has',
  },
  REPLY_CLOSED: {
    status: 409,
    zh: '答复已截止，请联系会务方',
    en: 'Replies are closed; please contact the organizers',
  },
  REPLY_REASON_MISSING: {
    status: 400,
    zh: '请填写不参加的原因',
    en: 'Say why you do not attend',
  },
  AGREEMENT_PAYER_MISSING: {
    status: 409,
    zh: '会议尚未指定执行单位（协议付款方），暂不能签署',
    en: 'The meeting has no executor to pay the fee, so the agreement cannot be signed yet',
  },
  AGREEMENT_PAYER_CODE_MISSING: {
    status: 409,
    zh: '执行单位（协议付款方）尚未填写统一社会信用代码，暂不能签署',
    en: 'The executor that pays has not entered its unified social credit code, so the agreement cannot be signed yet',
  },
  AGREEMENT_TIME_MISSING: {
    status: 409,
    zh: '会议尚未确定时间，确定后方可签署协议',
    en: 'The meeting has no time yet; the agreement can be signed once it has',
  },
  AGREEMENT_PLACE_MISSING: {
    status: 409,
    zh: '会议尚未确定地点（线上会议请填写“线上”），确定后方可签署协议',
    en: 'The meeting has no place yet (“online” counts as one); the agreement can be signed once it has',
  },
  AGREEMENT_FEE_MISSING: {
    status: 409,
    zh: '劳务费尚未确定，确定后方可填写和签署协议',
    en: 'The fee has not been decided yet; the agreement can be filled in and signed once it is',
  },
  DATA_CONSENT_MISSING: {
    status: 409,
    zh: '请先单独同意平台使用您的身份证与银行账户信息',
    en: 'First agree to the use of your identity and bank data',
  },
  CONSENT_OUTDATED: {
    status: 409,
    zh: '同意书的内容已更新，请重新阅读后再同意',
    en: 'The text you agreed to has changed; please read it again',
  },
  AGREEMENT_NOT_FILLED: {
    status: 409,
    zh: '请先填写收款信息',
    en: 'Fill in the payment details first',
  },
  AGREEMENT_NOT_READ: {
    status: 409,
    zh: '请先阅读协议再签署',
    en: 'Read the agreement before signing',
  },
  SEAL_MISSING: {
    status: 409,
    zh: '您的单位尚未设置印章，请先在单位页面设置',
    en: 'Your organization has no seal yet; set it on the page of the organization',
  },
  SEAL_FORBIDDEN: {
    status: 403,
    zh: '单位主账号未允许您使用印章',
    en: 'The main account of your organization has not allowed you to use its seal',
  },
  SEAL_KEEPER_NEEDED: {
    status: 400,
    zh: '请填写印章责任人的姓名，不能填写单位名称',
    en: 'Enter the name of the person who answers for the seal; the name of the organization is none',
  },
  SEAL_KEEPER_MISSING: {
    status: 409,
    zh: '印章尚未登记责任人，请单位主账号先在单位页面的“单位印章”中填写',
    en: 'The seal names no person who answers for it; the main account of your organization has to enter one under “Seal” on its page',
  },
  SEAL_CREDIT_CODE_MISSING: {
    status: 409,
    zh: '您的单位尚未填写统一社会信用代码，请先在单位页面填写再盖章',
    en: 'Your organization has not entered its unified social credit code; enter it on its page before sealing',
  },
  SEAL_PICTURE_MISSING: { status: 400, zh: '请上传印章图片', en: 'Upload a picture of the seal' },
  SEAL_KEY_UNREADABLE: {
    status: 400,
    zh: '无法打开证书文件：密码错误，或者文件格式不受支持',
    en: 'The key file cannot be opened: a wrong passphrase, or neither PEM nor PKCS #12 with AES',
  },
  SEAL_KEY_UNSUITABLE: {
    status: 400,
    zh: '密钥强度不足或类型不受支持，请更换单位证书',
    en: 'The key is too weak or of a kind that is not supported; use RSA of 2048 bits or more, or an elliptic curve',
  },
  SEAL_KEY_MISMATCH: {
    status: 400,
    zh: '文件中须有一个私钥及与之匹配的证书',
    en: 'The file must hold one private key and the certificate that fits it',
  },
  SEAL_CERTIFICATE_EXPIRED: {
    status: 409,
    zh: '印章证书已过期或尚未生效，请更换',
    en: 'The certificate of the seal has expired or is not valid yet; replace it',
  },
  SIGNING_CERTIFICATE_EXPIRED: {
    status: 503,
    zh: '平台的签名证书已过期，暂时无法签署或盖章，请联系平台管理员更换证书',
    en: 'The signing certificate of the platform has expired, so nothing can be signed or sealed; its operator has to replace it',
  },
  AGREEMENT_SIGNED: {
    status: 409,
    zh: '协议已签署，不能再修改',
    en: 'The agreement is already signed',
  },
  AGREEMENT_IDENTITY_DIFFERS: {
    status: 409,
    zh: '协议上的姓名或身份证号与已审核的资料不一致，请修改后再签署',
    en: 'Name or identity number differ from the reviewed profile; correct them before signing',
  },
  AMENDMENT_REASON_MISSING: {
    status: 400,
    zh: '协议已签署，调整劳务费须填写变更原因',
    en: 'The agreement is signed: give the reason for another fee',
  },
  AMENDMENT_FEE_MISSING: {
    status: 400,
    zh: '已签署协议的劳务费不能变更为零',
    en: 'The fee of a signed agreement cannot be changed to zero',
  },
  AGREEMENT_UNSIGNED: { status: 404, zh: '协议尚未签署', en: 'The agreement is not signed yet' },
} as const

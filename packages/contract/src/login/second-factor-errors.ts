/** Errors of second factors and passkeys, a part of the catalogue in `errors.ts`. */
export const secondFactorErrors = {
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    zh: '当前角色须开启两步验证，请先完成设置',
    en: 'Your role requires a second factor; set one up first',
  },
  SECOND_FACTOR_WRONG: {
    status: 401,
    zh: '验证未通过，请重试',
    en: 'Verification failed; try again',
  },
  SECOND_FACTOR_EXPIRED: {
    status: 401,
    zh: '本次登录已超时或尝试次数过多，请重新登录',
    en: 'This login has expired or had too many attempts; log in again',
  },
  SECOND_FACTOR_LOCKED: {
    status: 423,
    zh: '动态码错误次数过多，请在{minutes}分钟后再试，或改用其他验证方式',
    en: 'Too many wrong codes; try again in {minutes} minutes, or use another way',
  },
  SECOND_FACTOR_MISSING: {
    status: 409,
    zh: '尚未开启两步验证',
    en: 'No second factor is set up yet',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    zh: '为保护账号安全，请先验证身份',
    en: 'Verify your identity first, to protect the account',
  },
  TOTP_ENROLLED: {
    status: 409,
    zh: '已绑定身份验证器，请先停用再重新绑定',
    en: 'An authenticator app is already set up; turn it off first',
  },
  TOTP_NOT_BEGUN: {
    status: 409,
    zh: '绑定已过期，请重新扫描二维码',
    en: 'This setup has expired; scan a new QR code',
  },
  PASSKEY_REFUSED: {
    status: 400,
    zh: '未能添加通行密钥，请重试',
    en: 'The passkey could not be added; try again',
  },
  PASSKEY_TAKEN: { status: 409, zh: '该通行密钥已添加', en: 'This passkey is already registered' },
  PASSKEY_LOGIN_FAILED: {
    status: 401,
    zh: '通行密钥无效或已过期，请重试或改用其他方式登录',
    en: 'The passkey was not accepted; try again or log in another way',
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    zh: '当前服务地址不支持通行密钥',
    en: 'Passkeys are not available at this address',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    zh: '最多添加{max}个通行密钥',
    en: 'An account can have at most {max} passkeys',
  },
} as const

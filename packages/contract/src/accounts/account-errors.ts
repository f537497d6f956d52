/** Errors of login, passwords, codes, and names and phones of accounts, a part of the catalogue in `errors.ts`. */
export const accountErrors = {
  LOGIN_FAILED: { status: 401, zh: '用户名或密码不正确', en: 'The user name or password is incorrect' },
  SMS_CODE_WRONG: {
    status: 400,
    zh: '验证码不正确或已失效',
    en: 'The verification code is incorrect or has expired',
  },
  SMS_CODE_REQUIRED: {
    status: 400,
    zh: '请输入发送到该账号手机号的验证码',
    en: 'Enter the code sent to the phone of this account',
  },
  ACCOUNT_DISABLED: { status: 403, zh: '账号已停用', en: 'This account is disabled' },
  ACCOUNT_LOCKED: {
    status: 423,
    zh: '密码错误次数过多，请在{minutes}分钟后再试',
    en: 'Too many wrong passwords; try again in {minutes} minutes',
  },
  ACCOUNT_WITHOUT_PHONE: {
    status: 409,
    zh: '该账号没有手机号，无法接收验证码',
    en: 'This account has no phone to receive a code',
  },
  PERSON_REQUIRED: {
    status: 403,
    zh: '此操作须由本人登录后办理，不能使用接口密钥',
    en: 'Only a person who is logged in can do this, not a key',
  },
  PORTFOLIO_LIMITED: {
    status: 403,
    zh: '此内容涉及您负责范围以外的申办方，请联系系统管理员',
    en: 'This concerns sponsors outside your portfolio; ask an administrator',
  },
  PORTFOLIO_OF_MANAGERS: {
    status: 409,
    zh: '只有项目管理员可以限定负责的申办方',
    en: 'Only managers can be limited to a portfolio of sponsors',
  },
  KEY_EXPIRED: {
    status: 401,
    zh: '接口密钥已过期，请换用新的密钥',
    en: 'This key has expired; use a new one',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    zh: '首次登录请先修改密码',
    en: 'Change the initial password first',
  },
  PASSWORD_GUESSABLE: {
    status: 400,
    zh: '密码过于简单或常见，请换一个',
    en: 'This password is common or easy to guess; choose another one',
  },
  PASSWORD_UNCHANGED: {
    status: 400,
    zh: '新密码不能与原密码相同',
    en: 'The new password must differ from the old one',
  },
  PHONE_TAKEN: {
    status: 409,
    warning: true,
    zh: '该手机号已存在',
    en: 'This phone number is already registered',
  },
  USER_NAME_TAKEN: { status: 409, zh: '该用户名已被使用', en: 'This user name is taken' },
  USER_NAME_ALIKE: {
    status: 409,
    zh: '该用户名与已有用户名过于相似，请换一个',
    en: 'This user name looks like one that is taken; choose another one',
  },
  PROOF_REQUIRED: {
    status: 428,
    zh: '请先完成人机验证',
    en: 'Complete the human verification first',
  },
  SMS_UNAVAILABLE: {
    status: 503,
    zh: '短信暂时无法发送，请在{seconds}秒后再试',
    en: 'Text messages cannot be sent at the moment; try again in {seconds} seconds',
  },
  VIEW_NAME_TAKEN: {
    status: 409,
    zh: '该列表已有同名视图，请换一个名称',
    en: 'This list already has a view of this name; choose another one',
  },
  TOO_MANY_VIEWS: {
    status: 409,
    zh: '每个列表最多保存{list}个视图，每个账号共{account}个，请先删除不用的视图',
    en: 'A list can have at most {list} views, and an account {account} in all; delete some first',
  },
} as const

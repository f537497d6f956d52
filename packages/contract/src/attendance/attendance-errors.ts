/** Errors of signing in at meetings. */
export const attendanceErrors = {
  SIGN_IN_CODE_EXPIRED: {
    status: 410,
    zh: '签到码已失效，请重新扫描现场屏幕上的二维码',
    en: 'This code has expired; scan the one on the screen again',
  },
  SIGN_IN_TICKET_EXPIRED: {
    status: 410,
    zh: '签到已超时，请重新扫描现场屏幕上的二维码',
    en: 'That took too long; scan the code on the screen again',
  },
  SIGN_IN_TICKET_TAKEN: {
    status: 409,
    zh: '一次扫码只能为一人签到，请重新扫码',
    en: 'One scan signs in one person; scan the code again',
  },
  SIGN_IN_PHONE_MISSING: { status: 409, zh: '请先验证手机号', en: 'Verify your mobile number first' },
  SIGN_IN_NAME_MISSING: {
    status: 400,
    zh: '该手机号尚未登记，请填写姓名',
    en: 'This phone is not known yet; enter the name',
  },
  SIGN_IN_SIGNATURE_MISSING: { status: 400, zh: '请手写签名', en: 'Draw your signature' },
  SCREEN_ENDED: {
    status: 410,
    zh: '签到屏已停用，请会务人员重新打开',
    en: 'This screen is closed; ask the organizers to open a new one',
  },
  SCREENS_MANY: {
    status: 409,
    zh: '同一会议最多同时打开{max}个签到屏，请先停用一个',
    en: 'A meeting has at most {max} screens at once; end one first',
  },
  NOT_IN_WINDOW: {
    status: 409,
    zh: '不在签到时间内：{from} 至 {to}',
    en: 'Sign-in is open from {from} to {to}',
  },
  SIGN_IN_TIME_MISSING: {
    status: 409,
    zh: '会议尚未填写开始和结束时间，不能签到',
    en: 'The meeting has no start and end yet, so nobody can sign in',
  },
  MARK_TIME_AHEAD: { status: 400, zh: '时间不能晚于现在', en: 'The time must not be in the future' },
  MARK_REPLACED: { status: 409, zh: '该记录已被更正', en: 'This entry has been corrected already' },
  CONFERENCE_TITLES_MISSING: {
    status: 400,
    zh: '未找到列：{missing}。文件的标题为：{titles}',
    en: 'Columns not found: {missing}. The titles of the file are: {titles}',
  },
  CONFERENCE_ROW_SETTLED: { status: 409, zh: '该行已处理', en: 'This row has been settled already' },
  PRESENCE_NOT_OPEN: { status: 409, zh: '没有待复核的内容', en: 'There is nothing to review' },
  PRESENCE_UNPROVEN: {
    status: 409,
    zh: '会议结束且签到无待复核事项后，才能开具参会证明',
    en: 'A certificate is issued once the meeting is over and nothing about the attendance is to be reviewed',
  },
  PRESENCE_SHEET_LONG: {
    status: 409,
    zh: '该格式的签到表最多{max}人，请导出为表格文件',
    en: 'A sheet as PDF has at most {max} people; export it to Excel',
  },
  PRESENCE_OWN_ENTRY: {
    status: 409,
    zh: '补登须由另一人确认',
    en: 'What was entered by hand is confirmed by somebody else',
  },
} as const

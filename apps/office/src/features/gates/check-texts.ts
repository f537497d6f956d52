import { defineTexts } from '../../lib/texts.ts'

/** What there is to do for a check, where that is more than its label says. */
export const checkTexts = defineTexts('checks', {
  checkExecutor: ['指定执行单位', 'Assign an executor'],
  checkSchedule: ['填写会议时间与地点', 'Set the time and location'],
  checkInvitation: ['填写邀请标题与内容', 'Write the invitation'],
  checkBudget: ['填写会议劳务预算', 'Set the fee budget'],
  checkAttendees: ['添加参会专家', 'Add attendees'],
  checkSigned: ['全部专家签署协议', 'Have all attendees sign'],
  checkSupervision: ['登记督导方式与督导人', 'Set the supervisor and the supervision mode'],
  checkSupervisor: ['提交督导记录', 'Submit a supervision record'],
  checkSignIn: ['上传签到表', 'Upload the sign-in sheet'],
  checkPhotos: ['上传现场照片', 'Upload on-site photos'],
  checkInvoices: ['登记发票', 'Enter the invoices'],
  checkTitles: [
    '改为审核通过的职称，或说明原因并申请豁免',
    'Enter the reviewed titles, or ask for a waiver with the reason',
  ],
  checkDuplicates: ['处理重复使用的发票', 'Resolve duplicate invoices'],
  checkVerified: ['查验发票，处理与税务机关不一致之处', 'Verify the invoices and settle what differs'],
  checkOriginals: ['上传电子发票原件并识别', 'Upload and recognize the originals of electronic invoices'],
  checkAudit: ['完成资料审核', 'Review the materials'],
})

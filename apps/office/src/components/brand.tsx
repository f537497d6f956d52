import mark from '../../public/favicon.svg?inline'

/** The logo, inlined to save a request. */
export const Brand = ({ size }: { size: number }) => <img src={mark} width={size} height={size} alt="" />

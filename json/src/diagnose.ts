export function diagnose(m: any, after: any): any { return {...m, after: new TextDecoder().decode(after), before: new TextDecoder().decode(m.before)} }
export type Mishap=any

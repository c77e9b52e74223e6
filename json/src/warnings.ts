export function createInspector(_: any): any { return {inspect(){}} }

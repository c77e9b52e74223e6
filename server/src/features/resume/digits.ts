/** Replaces the decimal digits of all scripts, such as ٢٠١٥ and ２０１５, by those of ASCII. Each script has its ten digits in order. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) as number;
    let zero = point;
    while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(point - zero);
  });

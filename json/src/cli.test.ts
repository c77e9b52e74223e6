import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';

// Each test starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const program = fileURLToPath(new URL('cli.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'format-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}

describe('the command', () => {
  it('formats standard input', () => {
    expect(run([], '{"a":[1.0]}')).toEqual({ status: 0, stdout: '{\n  "a": [\n    1.0\n  ]\n}\n', stderr: '' });
    expect(run(['--indent', 'tab'], '[1]').stdout).toBe('[\n\t1\n]\n');
    expect(run(['--indent=4'], '[1]').stdout).toBe('[\n    1\n]\n');
    expect(run(['--minify'], '[ 1 ]').stdout).toBe('[1]\n');
    expect(run(['--lines', '--minify'], '[ 1 ]\n\n{}\n').stdout).toBe('[1]\n{}\n');
  });

  it('prints position and cause of an error and exits with 1', () => {
    const { status, stderr } = run([], '{\n\t"a": 1,\n\tb: 2}');
    expect(status).toBe(1);
    expect(stderr).toBe(
      `3:2: Keys must be in double quotes. Expected a key in double quotes, found 'b'.\n  \tb: 2}\n  \t^\nnote: 1 edit would repair this text: add --repair\n`,
    );
  });

  it('validates without output', () => {
    expect(run(['--check'], '[1]')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(run(['--check'], '[1')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^1:3: /) });
  });

  it('warns without failing', () => {
    expect(run(['--warn', '--minify'], '[1e400]').stderr).toBe('1:2: warning: many programs read the number 1e400 as infinity or 0\n');
    expect(run(['--warn', '--minify'], '{"a":1,"a":12345678901234567890}')).toEqual({
      status: 0,
      stdout: '{"a":1,"a":12345678901234567890}\n',
      stderr:
        '1:8: warning: duplicate key "a", first at 1:2\n1:12: warning: many programs cannot represent the integer 12345678901234567890 exactly\n',
    });
  });

  it('formats several documents, each on new lines', () => {
    const documents = '{"a":1}\n[\n2]\n\n{}';
    const stderr = 'note: 3 documents, each on new lines\n';
    expect(run([], documents)).toEqual({ status: 0, stdout: '{\n  "a": 1\n}\n[\n  2\n]\n{}\n', stderr });
    expect(run(['--minify'], documents)).toEqual({ status: 0, stdout: '{"a":1}\n[2]\n{}\n', stderr });
    expect(run(['--check'], '{}\n{"a":}').stderr).toMatch(/^2:6: .* in document 2\.\n/);
    for (const line of ['1 2', '{}{}', '[][]']) expect(run(['--check'], line)).toMatchObject({ status: 1 });
  });

  it('repairs and lists the edits only with --repair', () => {
    const broken = "{'a': NaN,\n b: 1,}";
    expect(run(['--check'], broken)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/\nnote: 4 edits would repair this text: add --repair\n$/),
    });
    expect(run(['--repair', '--minify'], broken)).toEqual({
      status: 0,
      stdout: '{"a":null,"b":1}\n',
      stderr:
        `1:2: repaired: Use double quotes: "'a'" becomes "\\"a\\""\n1:7: repaired: Write null: this changes the value: "NaN" becomes "null"\n` +
        `2:2: repaired: Put the key in double quotes: "b" becomes "\\"b\\""\n2:6: repaired: Remove the comma: ","\n`,
    });
    expect(run(['--repair'], '[1]')).toEqual({ status: 0, stdout: '[\n  1\n]\n', stderr: '' });
    expect(run(['--repair', '--check'], '["a",\n2, ...]')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^2:4: .*\n.*\n.*\n2:4: advice: The dots stand for values that are left out/),
    });
  });

  it('offers no repair of valid JSON whose output is too large', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const options of [['--check'], ['--check', '--repair']]) {
      const { status, stderr } = run(options, deep);
      expect(status).toBe(1);
      expect(stderr).not.toMatch(/edits would|advice/);
    }
  });

  it('stops reading when a text is too large to repair', async () => {
    const child = spawn(process.execPath, [program, '--repair'], { stdio: ['pipe', 'ignore', 'pipe'] });
    let message = '';
    child.stderr.on('data', (data) => {
      message += data;
    });
    child.stdin.on('error', () => {}); // the command ends before its input
    const chunk = Buffer.alloc(1 << 20, 'y\n');
    const write = () => {
      while (child.stdin.writable && child.stdin.write(chunk));
    };
    child.stdin.on('drain', write);
    write();
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, message }).toEqual({ status: 1, message: 'note: the text is too large to repair\n' });
  });

  it('reads UTF-8 and UTF-16 with and without a byte order mark, and says so', () => {
    const utf16 = { status: 0, stdout: '["é"]\n', stderr: 'note: the text is in UTF-16; the output is in UTF-8\n' };
    const mark = { status: 0, stdout: '["é"]\n', stderr: 'note: the byte order mark is left out\n' };
    expect(run(['--minify'], '\ufeff["é"]')).toEqual(mark);
    for (const text of ['["é"]', '\ufeff["é"]']) {
      expect(run(['--minify'], Buffer.from(text, 'utf16le'))).toEqual(utf16);
      expect(run(['--minify'], Buffer.from(text, 'utf16le').swap16())).toEqual(utf16);
    }
  });

  it('names encodings that it does not read', () => {
    expect(run([], Uint8Array.of(0x5b, 0, 0, 0, 0x5d, 0, 0, 0)).stderr).toContain('The text is in UTF-32. Save it as UTF-8.');
    for (const args of [[], ['--repair']]) {
      expect(run(args, Buffer.from('["é"]', 'latin1'))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('probably in Latin-1 or Windows-1252'),
      });
    }
    expect(run([], Buffer.from('[1]', 'utf16le').subarray(0, 5)).stderr).toContain('UTF-16 that ends in the middle of a character');
  });

  it('accepts files and names them if there are several', () => {
    const good = join(folder, 'good.json');
    const bad = join(folder, 'bad.json');
    writeFileSync(good, '[]');
    writeFileSync(bad, '[1,]');
    expect(run([good])).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
    expect(run(['--check', good, bad, join(folder, 'none.json')])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/bad\.json:1:4: .*\n.*\n.*\n.*bad\.json:note: 1 edit .*\n.*none\.json: ENOENT/),
    });
    expect(run(['--check', good, '-'], '1')).toMatchObject({ status: 0 });
  });

  it('prints its help and exits with 2 on a usage error', () => {
    expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('--indent 2|4|tab') });
    for (const args of [['--what'], ['--indent', '3'], ['--minify', '--indent', '2'], ['--indent']])
      expect(run(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--indent 2|4|tab') });
  });

  it('waits for a slow reader and stops when the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [program, '--lines'], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.on('error', () => {});
    child.stdin.end('{"a":[1,2,3]}\n'.repeat(500_000));
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(first.subarray(0, 3).toString()).toBe('{\n ');
    child.stdout.destroy();
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});

function once(emitter: NodeJS.EventEmitter, event: string): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(event, (...values) => resolve(values)));
}

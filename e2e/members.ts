import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export const password = 'correct horse battery';

/** A profile with most fields filled. */
export const fullProfile = {
  status: 'Senior Developer',
  company: 'Analytical Engines',
  website: 'https://engine.example/about',
  location: 'London',
  skills: 'Mathematics,Punch cards,Poetry,Notes,Looms',
  githubusername: 'ada-lowenthal',
  bio: 'I write notes\nthat are longer than the paper.',
  twitter: 'https://twitter.example/ada',
  instagram: 'https://instagram.example/ada',
};

/** A member of the site. */
export interface Member {
  id: string;
  name: string;
  email: string;
  token: string;
  /** A page in which the member is signed in. */
  page: Page;
  /** Calls the API as this member, without the browser. An error response fails the test. */
  call<ResponseBody = { _id: string }>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<ResponseBody>;
}

export const newEmail = (): string => `${randomBytes(6).toString('hex')}@example.org`;

export class Members {
  private readonly site: string;
  private readonly openPage: (token: string) => Promise<Page>;

  constructor(site: string, openPage: (token: string) => Promise<Page>) {
    this.site = site;
    this.openPage = openPage;
  }

  /** Signs up a member through the API and opens a signed-in page. */
  async signUp(name: string, profile?: object): Promise<Member> {
    const email = newEmail();
    const { token } = await this.call<{ token: string }>('POST', '/api/users', { name, email, password });
    const call: Member['call'] = (method, path, body) => this.call(method, path, body, token);
    const { _id: id } = await call('GET', '/api/auth');
    if (profile) await call('POST', '/api/profile', { status: 'Developer', skills: 'HTML,CSS', ...profile });
    return { id, name, email, token, call, page: await this.openBrowser(token) };
  }

  /** Signs in again through the API. */
  signIn(email: string): Promise<{ token: string }> {
    return this.call('POST', '/api/auth', { email, password });
  }

  /** Opens a page in another browser context with this token. */
  openBrowser(token: string): Promise<Page> {
    return this.openPage(token);
  }

  private async call<ResponseBody>(method: string, path: string, body?: object, token?: string): Promise<ResponseBody> {
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { 'x-auth-token': token }) };
    const response = await fetch(this.site + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  }
}

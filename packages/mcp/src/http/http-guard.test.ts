import { describe, expect, it } from 'vitest';
import { refusalOfRequest } from './http-guard.ts';

const token = 'right-token-0123456789';
const headers = { host: '127.0.0.1:7420', authorization: `Bearer ${token}` };

describe('refusalOfRequest', () => {
  it.each([
    [{}],
    [{ host: 'localhost:7420' }],
    [{ host: '[::1]:7420' }],
    [{ host: 'localhost' }],
    [{ origin: 'http://localhost:5173' }],
    [{ origin: 'https://127.0.0.1' }],
    [{ authorization: `bearer   ${token}` }],
  ])('lets %j pass', (more) => {
    expect(refusalOfRequest({ ...headers, ...more }, token)).toBeNull();
  });

  it.each([
    [{ host: 'evil.example:7420' }],
    [{ host: 'localhost.evil.example' }],
    [{ host: '127.0.0.1.evil.example' }],
    [{ host: '127.0.0.1@evil.example' }],
    [{ host: '10.0.0.5:7420' }],
    [{ host: '0.0.0.0:7420' }],
    [{ host: '' }],
    [{ host: undefined }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://localhost.evil.example' }],
    [{ origin: 'null' }],
    [{ origin: '' }],
    [{ origin: 'file://' }],
  ])('refuses %j as foreign, token or not', (more) => {
    expect(refusalOfRequest({ ...headers, ...more }, token)).toMatchObject({ status: 403 });
  });

  it.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer '],
    [`Basic ${token}`],
    [token],
    [`Bearer ${token}x`],
    [`Bearer ${token.slice(0, -1)}`],
    [`Bearer ${token.toUpperCase()}`],
  ])('asks for the token where authorization is %j', (authorization) => {
    expect(refusalOfRequest({ ...headers, authorization }, token)).toMatchObject({ status: 401 });
  });
});

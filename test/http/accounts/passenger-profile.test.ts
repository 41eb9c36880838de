import { expect } from 'chai';
import { onEveryServer } from '../../support/http.ts';

import { passengersOn } from '../../support/passengers.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'profiles of passengers',
  (api) => {
    const { passenger, tokenOf } = passengersOn(api);

    describe('GET and PUT /api/passenger/profile', () => {
      it('a passenger’s profile can be read and changed', async () => {
        const asha = await passenger();
        const token = await tokenOf(asha);
        expect((await api().get('/api/passenger/profile', token)).json).to.deep.equal({
          full_name: 'Asha Gurung',
          email: asha.email,
          phone: null,
          email_verified: true,
          phone_verified: false,
          avatar_url: '',
          avatar_color: '#15803d',
          member_since: '2026-11-01',
        });
        const put = (body: object) => api().put('/api/passenger/profile', body, token);
        expect((await put({ full_name: ' आशा गुरुङ ', phone: '9811111104' })).json).to.deep.equal({
          full_name: 'आशा गुरुङ',
          phone: '9811111104',
        });
        expect((await put({ full_name: 'Asha', phone: null })).json).to.deep.equal({ full_name: 'Asha', phone: null });
        expect((await api().get('/api/passenger/profile', token)).json).to.include({ full_name: 'Asha', phone: null });
      });

      it('a passenger’s profile refuses wrong fields and a taken phone number', async () => {
        await passenger({ phone: '9811111105' });
        const token = await tokenOf(await passenger());
        const put = (body: object) => api().put('/api/passenger/profile', body, token);
        expectProblem(await put({}), 400, 'VALIDATION');
        expectProblem(await put({ full_name: 'Asha', phone: '123' }), 400, 'VALIDATION');
        expectProblem(await put({ full_name: ['Asha'] }), 400, 'VALIDATION');
        expect((await put({ full_name: 'Asha', phone: null })).json.phone).to.equal(null);
        expectProblem(await put({ full_name: 'Asha', phone: '9811111105' }), 409, 'PHONE_TAKEN');
      });
    });
  },
  { environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' } },
);

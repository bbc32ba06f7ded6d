const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin', 'UTC']
process.env.TZ = process.env.TEST_TZ ?? zones[Math.floor(Math.random() * zones.length)]

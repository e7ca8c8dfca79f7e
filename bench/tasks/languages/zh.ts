import type { Words } from './words.ts';

/** Chinese. */
export const zh: Words = {
  language: 'zh',
  comma: '、',
  says: {
    read: [
      '请读一下 {path}，告诉我有没有什么值得注意的。',
      '帮我看一眼 {path}。',
      '接下来把 {path} 过一遍。',
    ],
    run: ['请运行 {name} 的测试。', '能再跑一次 {name} 的测试吗？'],
    ask: ['{name} 模块你会怎么拆分？两句话说说。', '你觉得 {name} 报告错误的方式怎么样？'],
    noted: ['请记住这一点。', '目前还不用做什么。', '只是让你知道一下。'],
    hasRead: ['我把 {path} 看完了，没有什么会耽误我们的。'],
    hasRun: ['{name} 的测试跑完了，没发现异常。'],
    opinion: ['我会尽量做小：一部分负责决定，一部分负责执行，等有人需要时再加别的。'],
    acknowledged: ['好的。'],
    written: ['{path} 已经写好。'],
    unknown: ['在我眼前的内容里找不到这个。'],
    forbid: [
      '绝对不要改动 {folder}/ 里的任何东西，那里由别人负责。',
      '不管怎样都别碰 {folder}/。',
      '{folder}/ 必须保持原样。',
    ],
    setAll: [
      '在每个 settings.conf 的末尾加上一行 {line}。',
      '现在每个 settings.conf 的最后一行都要是 {line}。',
    ],
    hasSet: ['允许改的设置都改好了。'],
    decide: [
      '{service} 将运行在区域 {region}。',
      '{service} 我们选用区域 {region}。',
      '把 {service} 放到区域 {region} 吧。',
    ],
    revise: [
      '我又想了想，{service} 从 {old} 改到区域 {region}。',
      '法务有异议：{service} 还是放到区域 {region}。',
      '{service} 不用 {old} 了，区域现在是 {region}。',
    ],
    wantRegion: ['把 {service} 的区域写进 {path}。', '{path} 里只放 {service} 的区域。'],
    tellCode: [
      '{site} 的门禁密码是 {code}。',
      '在 {site} 用门禁密码 {code} 就能进去。',
      '顺便说一下，{code} 是 {site} 新的门禁密码。',
    ],
    mention: [
      '{site} 的电梯要到星期五才能用。',
      '{site} 可能有人会为钥匙的事打电话给你。',
      '{site} 下个月要重新粉刷。',
    ],
    wantCode: [
      '把 {site} 的门禁密码写进 {path}。',
      '保安需要 {site} 的门禁密码，请放到 {path} 里。',
    ],
    backUp: ['备份数据库 {name}。', '请现在给 {name} 做一个备份。'],
    hasBackedUp: ['{name} 的备份做好了。'],
    wantBackup: [
      '我们要恢复 {name}：把它的备份编号写进 {path}。',
      '把 {name} 的备份编号放到 {path} 里。',
    ],
    customers: [
      '要按这个顺序给这些客户开发票：{list}。',
      '这是要开发票的客户名单：{list}。',
      '我需要依次给下列客户开发票：{list}。',
    ],
    billNext: ['给我名单上接下来的 {count} 家开发票。', '请再开后面 {count} 张发票。'],
    billRest: ['给我名单上还没有发票的客户开发票。', '现在把我名单上还缺的发票开出来。'],
    hasBilled: ['{list} 的发票已经开好。'],
    fixes: [
      '我能想到六种办法，最有希望的在前：{list}。',
      '针对启动太慢的办法，按应该尝试的顺序：{list}。',
      '可能的办法，依次是：{list}。',
    ],
    tryFix: ['先试试 {name}，不按顺序。', '看看 {name} 有没有用。', '{name} 怎么样？试一下。'],
    tryNext: [
      '接着按我的顺序试还没试过的办法，直到有一个管用。',
      '把我剩下的办法依次试一遍，第一个管用的就停。',
    ],
    hasTried: ['{name} 没有用。'],
    send: ['把合同发给 {team}。', '{team} 今天需要合同，请发过去。', '现在就让 {team} 拿到合同。'],
    hold: [
      '{team} 也会需要合同，不过等我通知。',
      '先不要给 {team} 发合同，以后再说。',
      '{team} 的合同可以等等。',
    ],
    sendOpen: ['现在把合同发给我提到过、但还没拿到的各方。', '还在等合同的，现在都发给他们。'],
    hasSent: ['{team} 已经收到合同。'],
    askPage: [
      '读第 {page} 页。端口是多少？',
      '第 {page} 页写的端口是什么？',
      '请查一下第 {page} 页的端口。',
    ],
    tellPort: ['第 {page} 页的端口是 {port}。'],
    wantTable: ['把所有页码和端口写进 {path}，每行一对。'],
  },
  about: {
    forbid: ['绝对不要', '别碰', '必须保持', '不要改', '禁止'],
    region: ['区域'],
    code: ['门禁密码'],
    billed: ['已经开好', '已开', '开好了'],
    tried: ['没有用', '试过', '失败', 'failed'],
    document: ['合同'],
    sent: ['已经收到', '已发', '发出'],
  },
};
